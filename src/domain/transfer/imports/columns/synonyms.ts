/** Names of columns in exports of other programs and in files of people, by the column that they mean. */
const names: Readonly<Record<string, readonly string[]>> = {
  email: [
    ..."email|email address|mail|user email|student email|customer email|member email|contact email|buyer email".split(
      "|",
    ),
    ..."login email|primary email|電子郵件|電子信箱|信箱|郵箱|電郵|correo|courriel".split("|"),
    ..."adresse email|email-adresse|メールアドレス|이메일".split("|"),
  ],
  name: [
    ..."name|full name|display name|username|student name|customer name|member name|contact name|student|customer".split(
      "|",
    ),
    ..."姓名|名稱|學員姓名|全名|nombre|nom|氏名|이름".split("|"),
  ],
  first_name: "first name|given name|student first name|name first|first|forename|名|名字|vorname|prénom".split("|"),
  last_name: "last name|surname|family name|student last name|name last|last|姓|姓氏|nachname|apellidos".split("|"),
  external_id: "external id|user id|student id|customer id|member id|contact id|id|編號|學號".split("|"),
  phone: "phone|phone number|mobile|mobile phone|mobile phone number|telephone|電話|手機|手機號碼|telefon".split("|"),
  locale: "locale|language|lang|語言".split("|"),
  tags: "tags|tag|labels|標籤".split("|"),
  course_name: [
    ..."course|course name|course title|product|product name|product title|class|class name".split("|"),
    ..."課程|課程名稱|curso|kurs|cours".split("|"),
  ],
  course_external_id: "course id|product id|課程編號".split("|"),
  course_slug: "course slug|course url|course handle".split("|"),
  enrolled_at: [
    ..."enrolled at|enrolled|enrolled on|enrollment date|date enrolled|enrollment updated|course started on".split("|"),
    ..."started at|start date|activated at|joined|joined at|purchased at|created at".split("|"),
    ..."報名日期|加入日期|開始日期".split("|"),
  ],
  completed_at: [
    ..."completed at|completed|completed on|course completed on|completion date|date completed|finished at".split("|"),
    ..."完成日期|完課日期".split("|"),
  ],
  expires_at: [
    ..."expires at|expires|expiry date|expiration date|access expires|expires on|end date".split("|"),
    ..."到期日|到期日期|結束日期".split("|"),
  ],
  lecture_external_id: "lecture id|lesson id|lecture external id".split("|"),
  number: "number|order number|order id|order|sale id|transaction id|receipt|invoice number|訂單編號|訂單".split("|"),
  placed_at: [
    ..."placed at|date|order date|created at|purchased at|purchase date|date purchased|sale date".split("|"),
    ..."transaction date|訂購日期|日期".split("|"),
  ],
  paid_at: "paid at|payment date|date paid|付款日期".split("|"),
  product_name: [
    ..."product|product name|product title|course|course name|course title|item|item name|offer|offer title".split("|"),
    ..."商品|商品名稱|課程".split("|"),
  ],
  price: "price|amount|total|final price|sale price|amount paid|gross sale|charge|revenue|金額|總額|價格".split("|"),
  currency: "currency|currency code|幣別".split("|"),
  rating: "rating|stars|score|評分".split("|"),
  title: "title|subject|headline|標題".split("|"),
  body: "body|text|comment|content|review|message|內容|留言".split("|"),
  created_at: "created at|date|submitted at|posted at|建立時間".split("|"),
};

/** Folds case, width, accents, spaces and signs: `E-Mail` is `email`. */
export const foldHeader = (header: string): string =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, "");

const columnsByName = new Map<string, string[]>();
for (const [column, listed] of Object.entries(names)) {
  for (const name of listed) {
    const folded = foldHeader(name);
    columnsByName.set(folded, [...(columnsByName.get(folded) ?? []), column]);
  }
}

/** Returns the columns that a header may mean, most likely first. */
export const meaningsOf = (header: string): readonly string[] => columnsByName.get(foldHeader(header)) ?? [];
