import { describe, expect, it } from 'vitest';
import { decodePage } from '../../../../shared/scraper/text/charset.ts';

/** Encoding, language, a text, and its bytes in that encoding. */
const TEXTS: readonly (readonly [charset: string, language: string, text: string, base64: string])[] = [
  [
    'shift_jis',
    'ja',
    '日本の首都である東京では、今年も桜の季節が始まり、多くの人々が公園を訪れています。気象庁によると、今週末に満開となる見込みです。',
    'k/qWe4LMjvGTc4LFgqCC6ZOMi56CxYLNgUGNoZROguCN94LMi0eQ34Kqjm6C3ILogUGRvYKtgsyQbIFYgqqM9omAgvCWS4LqgsSCooLcgreBQotDj9uSoYLJguaC6YLGgUGNoY9UlpaCyZaeikqCxoLIgumMqY2egt2CxYK3gUI=',
  ],
  [
    'euc-jp',
    'ja',
    '日本の首都である東京では、今年も桜の季節が始まり、多くの人々が公園を訪れています。気象庁によると、今週末に満開となる見込みです。',
    'xvzL3KTOvPPF1KTHpKKk68Xstf6kx6TPoaK6o8evpOK6+aTOtajA4aSsu8+k3qTqoaLCv6SvpM6/zaG5pKy4+LHgpPLLrKTspMakpKTepLmho7Wkvt3Eo6TLpOik66TIoaK6o721y/aky8v+s6ukyKTKpOu4q7n+pN+kx6S5oaM=',
  ],
  [
    'gb18030',
    'zh-CN',
    '据新华社报道，我国经济在今年第一季度保持了稳定增长，国家统计局的数据显示，居民消费价格同比上涨百分之二。专家认为这一趋势将继续。',
    'vt3QwruqyeexqLXAo6zO0rn6vq28w9TavfHE6rXa0ru8vrbIsaOz1sHLzsi2qNT2s6SjrLn6vNLNs7zGvta1xMr9vt3P1Mq+o6y+08Pxz/u30bzbuPHNrLHIyc/Vx7DZt9bWrrb+oaPXqLzSyM/OqtXi0rvH98rGvau8zND4oaM=',
  ],
  [
    'big5',
    'zh-TW',
    '台北市政府今天宣布，將在下個月開始實施新的交通措施，以改善市區的壅塞情況。市長表示，這項計畫已經過多次討論與修正。',
    'pXilX6WrrEapsqS1pNGrxaWsoUGxTqZipFWt06Trtn2pbLnqrEm3c6q6peazcbG5rEmhQaVIp++1vaWrsM+qur7DtuuxoapwoUOlq6r4qu2l3KFBs2+2ta1wtWWkd7hnuUymaKa4sFG917tQrdelv6FD',
  ],
  [
    'euc-kr',
    'ko',
    '서울시는 오늘 새로운 교통 정책을 발표하고 다음 달부터 시행한다고 밝혔다. 시민들은 이번 조치가 출퇴근 시간의 혼잡을 줄일 것으로 기대하고 있다.',
    'vK2/773DtMIgv8C0wyC79bfOv+4gsbPF6yDBpMOlwLsgud/HpcfPsO0gtNnAvSC03rrOxc0gvcPH4MfRtNmw7SC54Mf7tNkuIL3Duc616cC6IMDMufggwbbEobChIMPixfCx2SC9w7CjwMcgyKXA4sC7IMHZwM8gsM3AuLfOILHitOvHz7DtIMDWtNku',
  ],
  [
    'windows-1251',
    'ru',
    'Президент подписал закон о поддержке малого бизнеса, который вступит в силу в следующем году. По мнению экспертов, это решение поможет развитию регионов.',
    'z/Dl5+jk5e3yIO/u5O/o8eDrIOfg6u7tIO4g7+7k5OXw5urlIOzg6+7j7iDh6Oft5fHgLCDq7vLu8PvpIOLx8vPv6PIg4iDx6OvzIOIg8evl5PP++eXsIOPu5PMuIM/uIOzt5e3o/iD96vHv5fDy7uIsIP3y7iDw5fjl7ejlIO/u7O7m5fIg8ODn4ujy6P4g8OXj6O7t7uIu',
  ],
  [
    'koi8-r',
    'ru',
    'Президент подписал закон о поддержке малого бизнеса, который вступит в силу в следующем году. По мнению экспертов, это решение поможет развитию регионов.',
    '8NLF2snExc7UINDPxNDJ08HMINrBy8/OIM8g0M/ExMXS1svFIM3BzM/HzyDCydrOxdPBLCDLz9TP0tnKINfT1NXQydQg1yDTyczVINcg08zFxNXA3cXNIMfPxNUuIPDPIM3Oxc7JwCDcy9PQxdLUz9csINzUzyDSxdvFzsnFINDPzc/WxdQg0sHa18nUycAg0sXHyc/Oz9cu',
  ],
  [
    'windows-1250',
    'pl',
    'Rząd przyjął nową ustawę, która ma poprawić sytuację na rynku pracy. Zdaniem ekspertów zmiany przyniosą korzyści młodym ludziom i przedsiębiorcom w całym kraju.',
    'Unq5ZCBwcnp5armzIG5vd7kgdXN0YXfqLCBrdPNyYSBtYSBwb3ByYXdp5iBzeXR1YWNq6iBuYSByeW5rdSBwcmFjeS4gWmRhbmllbSBla3NwZXJ083cgem1pYW55IHByenluaW9zuSBrb3J6eZxjaSBts29keW0gbHVkemlvbSBpIHByemVkc2nqYmlvcmNvbSB3IGNhs3ltIGtyYWp1Lg==',
  ],
  [
    'windows-1252',
    'fr',
    'Le gouvernement a adopté une nouvelle loi destinée à améliorer la situation du marché du travail. D’après les experts, elle profitera surtout aux jeunes diplômés et aux créateurs d’entreprise.',
    'TGUgZ291dmVybmVtZW50IGEgYWRvcHTpIHVuZSBub3V2ZWxsZSBsb2kgZGVzdGlu6WUg4CBhbelsaW9yZXIgbGEgc2l0dWF0aW9uIGR1IG1hcmNo6SBkdSB0cmF2YWlsLiBEkmFwcuhzIGxlcyBleHBlcnRzLCBlbGxlIHByb2ZpdGVyYSBzdXJ0b3V0IGF1eCBqZXVuZXMgZGlwbPRt6XMgZXQgYXV4IGNy6WF0ZXVycyBkkmVudHJlcHJpc2Uu',
  ],
  [
    'windows-1252',
    'de',
    'Die Regierung hat ein neues Gesetz verabschiedet, das die Lage auf dem Arbeitsmarkt verbessern soll. Nach Ansicht von Fachleuten nützt es vor allem jungen Leuten und Gründern größerer Betriebe.',
    'RGllIFJlZ2llcnVuZyBoYXQgZWluIG5ldWVzIEdlc2V0eiB2ZXJhYnNjaGllZGV0LCBkYXMgZGllIExhZ2UgYXVmIGRlbSBBcmJlaXRzbWFya3QgdmVyYmVzc2VybiBzb2xsLiBOYWNoIEFuc2ljaHQgdm9uIEZhY2hsZXV0ZW4gbvx0enQgZXMgdm9yIGFsbGVtIGp1bmdlbiBMZXV0ZW4gdW5kIEdy/G5kZXJuIGdy9t9lcmVyIEJldHJpZWJlLg==',
  ],
  [
    'windows-1253',
    'el',
    'Η κυβέρνηση ενέκρινε νέο νόμο που έχει στόχο να βελτιώσει την κατάσταση στην αγορά εργασίας. Σύμφωνα με τους ειδικούς, θα ωφεληθούν κυρίως οι νέοι και οι επιχειρηματίες.',
    'xyDq9eLd8e3n8+cg5e3d6vHp7eUg7d3vIO387O8g8O/1IN335ekg8/T89+8g7eEg4uXr9On+8+XpIPTn7SDq4fTc8/Th8+cg8/Tn7SDh4+/x3CDl8ePh89/h8i4g0/3s9vnt4SDs5SD07/XyIOXp5Onq7/3yLCDo4SD59uXr5+jv/e0g6vXx3/nyIO/pIO3d7+kg6uHpIO/pIOXw6ffl6fHn7OH03+XyLg==',
  ],
  [
    'windows-1254',
    'tr',
    'Hükümet, iş piyasasındaki durumu iyileştirmeyi amaçlayan yeni bir yasayı kabul etti. Uzmanlara göre değişiklik, özellikle gençlere ve girişimcilere fayda sağlayacak.',
    'SPxr/G1ldCwgaf4gcGl5YXNhc/1uZGFraSBkdXJ1bXUgaXlpbGX+dGlybWV5aSBhbWHnbGF5YW4geWVuaSBiaXIgeWFzYXn9IGthYnVsIGV0dGkuIFV6bWFubGFyYSBn9nJlIGRl8Gn+aWtsaWssIPZ6ZWxsaWtsZSBnZW7nbGVyZSB2ZSBnaXJp/mltY2lsZXJlIGZheWRhIHNh8GxheWFjYWsu',
  ],
  [
    'windows-1255',
    'he',
    'הממשלה אישרה חוק חדש שנועד לשפר את המצב בשוק העבודה. לדברי המומחים, השינוי יועיל בעיקר לצעירים ולבעלי עסקים קטנים בכל רחבי הארץ.',
    '5O7u+ezkIODp+fjkIOfl9yDn4/kg+fDl8uMg7Pn0+CDg+iDk7vbhIOH55fcg5PLh5ePkLiDs4+H46SDk7uXu5+ntLCDk+enw5ekg6eXy6ewg4fLp9/gg7Pby6fjp7SDl7OHy7Okg8vH36e0g9+jw6e0g4evsIPjn4ekg5OD49S4=',
  ],
  [
    'windows-1256',
    'ar',
    'وافقت الحكومة على قانون جديد يهدف إلى تحسين الوضع في سوق العمل. ووفقا للخبراء فإن التغيير سيفيد الشباب وأصحاب المشاريع الصغيرة في جميع أنحاء البلاد.',
    '5sfd3sogx+HN3+bjySDa4ewg3sfk5uQgzM/tzyDt5c/dIMXh7CDKzdPt5CDH4ebW2iDd7SDT5t4gx+Ha4+EuIObm3d7HIOHhzsjRx8Eg3cXkIMfhytvt7dEg0+3d7c8gx+HUyMfIIObD1c3HyCDH4ePUx9Ht2iDH4dXb7dHJIN3tIMzj7dogw+TNx8Egx+HI4cfPLg==',
  ],
  [
    'windows-1257',
    'lt',
    'Vyriausybė patvirtino naują įstatymą, kuriuo siekiama pagerinti padėtį darbo rinkoje. Ekspertų teigimu, pakeitimai pirmiausia bus naudingi jaunimui ir smulkiesiems verslininkams visoje šalyje.',
    'VnlyaWF1c3li6yBwYXR2aXJ0aW5vIG5hdWrgIOFzdGF0eW3gLCBrdXJpdW8gc2lla2lhbWEgcGFnZXJpbnRpIHBhZOt04SBkYXJibyByaW5rb2plLiBFa3NwZXJ0+CB0ZWlnaW11LCBwYWtlaXRpbWFpIHBpcm1pYXVzaWEgYnVzIG5hdWRpbmdpIGphdW5pbXVpIGlyIHNtdWxraWVzaWVtcyB2ZXJzbGluaW5rYW1zIHZpc29qZSDwYWx5amUu',
  ],
];

function makePage(bytes: Buffer, language?: string): Buffer {
  return Buffer.concat([
    Buffer.from(
      `<html${language === undefined ? '' : ` lang="${language}"`}><title>News and more</title><p>`,
    ),
    bytes,
    Buffer.from('</p>'),
  ]);
}

function textIn(html: string): string | undefined {
  return /<p>(.*)<\/p>/.exec(html)?.[1];
}

describe('decodePage() of a page without a declared encoding', () => {
  it.each(TEXTS)('detects %s by the text', (_, __, text, base64) => {
    expect(textIn(decodePage(makePage(Buffer.from(base64, 'base64')), 'text/html').text)).toBe(text);
  });

  it.each(TEXTS)('detects %s by the text and lang="%s"', (_, language, text, base64) => {
    expect(textIn(decodePage(makePage(Buffer.from(base64, 'base64'), language), 'text/html').text)).toBe(
      text,
    );
  });

  it('goes by the language when the text is too short to tell', () => {
    const decoded = (language: string) =>
      decodePage(makePage(Buffer.from('caf\xe9', 'latin1'), language), '');
    expect(decoded('fr-CA').charset).toBe('windows-1252');
    expect(decoded('ru').charset).toBe('windows-1251');
    expect(decoded('et').charset).toBe('windows-1257');
    expect(decoded('xx').charset).toBe('windows-1252');
  });

  it('goes by the text when it contradicts the stated language', () => {
    const [, , text, base64] = TEXTS[0]!;
    expect(textIn(decodePage(makePage(Buffer.from(base64, 'base64'), 'en'), '').text)).toBe(text);
  });

  it('reads Windows-1252 when the text resembles an encoding that browsers do not decode', () => {
    const bytes = Buffer.from([127, 128, 27, 78, 138, 128, 128, 132, 128, 162, 128]);
    expect(decodePage(bytes, 'text/html').charset).toBe('windows-1252');
  });

  it('detects an encoding far behind markup in ASCII', () => {
    const [charset, , , base64] = TEXTS.find(([name]) => name === 'koi8-r')!;
    const page = Buffer.concat([
      Buffer.from('<a href="/section">Section</a>'.repeat(5_000)),
      Buffer.from(base64, 'base64'),
    ]);
    expect(decodePage(page, '').charset).toBe(charset);
  });
});
