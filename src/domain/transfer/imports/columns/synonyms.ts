/**
 * Names of columns in exports of other programs and in files of people, by the column that they mean. Letters and
 * digits only: `E-mail address` is `emailaddress`.
 */
const words: Readonly<Record<string, string>> = {
  email:
    "email emailaddress mail useremail studentemail customeremail memberemail contactemail buyeremail loginemail primaryemail 電子郵件 電子信箱 信箱 郵箱 電郵 correo correoelectronico courriel adresseemail emailadresse メールアドレス 이메일",
  name: "name fullname displayname username studentname customername membername contactname student customer 姓名 名稱 學員姓名 全名 nombre nom namen 氏名 이름",
  first_name: "firstname givenname studentfirstname namefirst first forename 名 名字 vorname prenom nombrepila",
  last_name: "lastname surname familyname studentlastname namelast last 姓 姓氏 nachname apellido apellidos",
  external_id: "externalid userid studentid customerid memberid contactid id 編號 學號",
  phone: "phone phonenumber mobile mobilephone telephone tel mobilephonenumber 電話 手機 手機號碼 telefono telefon",
  locale: "locale language lang 語言",
  tags: "tags tag labels 標籤",
  course_name:
    "course coursename coursetitle coursenames product productname producttitle class classname 課程 課程名稱 curso kurs cours",
  course_external_id: "courseid productid 課程編號",
  course_slug: "courseslug courseurl coursehandle",
  enrolled_at:
    "enrolledat enrolled enrolledon enrollmentdate dateenrolled enrollmentupdated coursestartedon startedat startdate activatedat joined joinedat purchasedat createdat 報名日期 加入日期 開始日期",
  completed_at:
    "completedat completed completedon coursecompletedon completiondate datecompleted finishedat 完成日期 完課日期",
  expires_at: "expiresat expires expirydate expirationdate accessexpires expireson enddate 到期日 到期日期 結束日期",
  lecture_external_id: "lectureid lessonid lectureexternalid",
  number: "number ordernumber orderid order saleid transactionid receipt invoicenumber 訂單編號 訂單",
  placed_at:
    "placedat date orderdate createdat purchasedat purchasedate datepurchased saledate transactiondate 訂購日期 日期",
  paid_at: "paidat paymentdate datepaid 付款日期",
  product_name:
    "product productname producttitle course coursename coursetitle item itemname offer offertitle 商品 商品名稱 課程",
  price: "price amount total finalprice saleprice amountpaid grosssale charge revenue 金額 總額 價格",
  currency: "currency currencycode 幣別",
  rating: "rating stars score 評分",
  title: "title subject headline 標題",
  body: "body text comment content review message 內容 留言",
  created_at: "createdat date submittedat postedat 建立時間",
};

const columnsByWord = new Map<string, string[]>();
for (const [column, listed] of Object.entries(words)) {
  for (const word of listed.split(" ")) columnsByWord.set(word, [...(columnsByWord.get(word) ?? []), column]);
}

/** Folds case, width, accents, spaces and signs: `Correo electrónico` is `correoelectronico`. */
export const foldHeader = (header: string): string =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, "");

/** Returns the columns that a header may mean, most likely first. */
export const meaningsOf = (header: string): readonly string[] => columnsByWord.get(foldHeader(header)) ?? [];
