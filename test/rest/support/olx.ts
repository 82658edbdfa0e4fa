import sharp from "sharp";

const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: "#08f" } })
  .png()
  .toBuffer();

/** A small course as Open edX exports it: parts in separate files, one of each kind. */
export const aCourse: Record<string, string | Uint8Array> = {
  "course/course.xml": '<course url_name="2026" org="Harbour" course="KN1"/>\n',
  "course/course/2026.xml":
    '<course display_name="Knots" language="en" course_image="cover.png" start="2026-01-01T00:00:00Z">\n' +
    '  <chapter url_name="loops"/>\n  <chapter url_name="bends"/>\n  <wiki slug="KN1"/>\n</course>\n',
  "course/policies/2026/policy.json": JSON.stringify({ "course/2026": { display_name: "Knots for sailors" } }),
  "course/about/overview.html": "<h2>About</h2><p>Ropes &amp; more.</p>",
  "course/about/short_description.html": "All <b>knots</b> you need",
  "course/chapter/loops.xml": '<chapter display_name="Loops">\n  <sequential url_name="first"/>\n</chapter>',
  "course/chapter/bends.xml":
    '<chapter display_name="Bends" visible_to_staff_only="true">' +
    '<sequential display_name="Later" due="2026-02-01"><vertical url_name="sheet"/></sequential></chapter>',
  "course/sequential/first.xml":
    '<sequential display_name="Bowline" graded="true">\n  <vertical url_name="film"/>\n  <vertical url_name="quiz"/>\n' +
    '  <vertical url_name="text"/>\n</sequential>',
  "course/vertical/film.xml":
    '<vertical display_name="How it goes">\n  <html url_name="words"/>\n  <video url_name="one"/>\n' +
    '  <video display_name="Two" youtube="0.75:slow,1.00:Two"/>\n  <discussion url_name="talk"/>\n</vertical>',
  "course/vertical/quiz.xml":
    '<vertical display_name="Test">\n  <problem url_name="choose"/>\n  <problem url_name="type"/>\n' +
    '  <problem url_name="odd"/>\n</vertical>',
  "course/vertical/text.xml":
    "<vertical>\n  <html>Only <i>words</i>, \\(a_1 &lt; b\\) and <math><mi>x</mi><mo>*</mo><mi>y</mi></math></html>\n</vertical>",
  "course/vertical/sheet.xml": '<vertical display_name="Sheet bend"><lti url_name="tool"/></vertical>',
  "course/html/words.xml": '<html filename="words" display_name="Words"/>',
  "course/html/words.html":
    '<p>See <img src="/static/bowline.png" alt="a bowline"> and <a href="/static/chart.txt">the chart</a>,\n' +
    'or <a href="https://knots.example/a">this</a>, <a href="/jump_to_id/quiz">the test</a>,\n' +
    '<a href="/courses/course-v1:Harbour+KN1+2026/jump_to/block-v1:Harbour+KN1+2026+type@chapter+block@bends">bends</a>,\n' +
    '<a href="/jump_to_id/first">loops</a> and <a href="/jump_to_id/nowhere">nothing</a>.</p>\n' +
    '<script>alert(1)</script><p onclick="x()">1. Make a loop</p><iframe src="https://play.example/knot"></iframe>' +
    '<p><img src="/static/gone.png"><img src="/static/program.svg"></p>',
  "course/video/one.xml":
    '<video display_name="One" youtube_id_1_0="abc_DEF-123"><transcript language="en" src="one-en.srt"/></video>',
  "course/problem/choose.xml":
    '<problem display_name="Choose" max_attempts="2" weight="5">\n' +
    "  <multiplechoiceresponse><label>Which holds?</label><choicegroup>\n" +
    '    <choice correct="true">Bowline<choicehint>Right.</choicehint></choice><choice correct="false">Granny</choice>\n' +
    "  </choicegroup></multiplechoiceresponse>\n" +
    '  <p>And which are bends? <img src="/static/bowline.png" alt="a bend"/></p><choiceresponse><checkboxgroup><choice correct="true">Sheet</choice>\n' +
    '  <choice correct="true">Carrick</choice><choice correct="false">Bowline</choice></checkboxgroup></choiceresponse>\n' +
    "  <optionresponse><label>The king is the …</label>\n" +
    "  <optioninput options=\"('granny','bowline')\" correct=\"bowline\"/></optionresponse>\n" +
    "  <solution><p>See the chart.</p></solution>\n</problem>",
  "course/problem/type.xml":
    '<problem display_name="Type" max_attempts="2">\n' +
    '  <stringresponse answer="Bowline" type="ci"><label>Name it</label><additional_answer answer="King"/><textline/>\n' +
    '  </stringresponse>\n  <numericalresponse answer="3.14"><label>Pi</label>\n' +
    '  <responseparam type="tolerance" default="10%"/><formulaequationinput/></numericalresponse>\n' +
    '  <numericalresponse answer="[5, 7)"><label>About six</label><formulaequationinput/></numericalresponse>\n' +
    '  <stringresponse answer="a.*" type="regexp"><label>Pattern</label><textline/></stringresponse>\n</problem>',
  "course/problem/odd.xml":
    '<problem display_name="Odd"><script type="loncapa/python">x = 1</script><numericalresponse answer="$x"/></problem>',
  "course/static/cover.png": png,
  "course/static/bowline.png": png,
  "course/static/chart.txt": "A chart",
  "course/static/one-en.srt": "1\n00:00:01,000 --> 00:00:02,000\nHello\n",
  "course/static/program.svg": '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
  "course/static/unused.txt": "x",
  "course/drafts/vertical/x.xml": "<vertical/>",
};
