/** Lines that are controls of the page in several languages: links to share or print it, and their labels. */
const CONTROLS = [
  'share|share (?:this|on|via|with)\\b.{0,40}|tweet|facebook|twitter|x|whats ?app|telegram|pinterest|pocket',
  'linked ?in|xing|reddit|flipboard|instagram|e-?mail|mail|google\\+?|print|print (?:this|page|article)\\b.{0,20}',
  'drucken|(?:artikel|seite|beitrag) (?:drucken|teilen|versenden|empfehlen|vorlesen|merken)|(?:jetzt )?teilen',
  'teilen (?:auf|mit|sie|mit:)\\b.{0,30}|pdf|link kopieren|copy link|permalink|partager|imprimer|envoyer',
  'compartir|imprimir|condividi|stampa|udostępnij|drukuj|delen|dela|deel|compartilhar|advertisement|anzeige',
  'werbung|publicité|publicidad|pubblicità|reklama|comments?|leave a (?:comment|reply)|kommentare?|kommentieren',
  'kommentar schreiben|(?:\\d+ )?(?:comments?|kommentare?|likes?)|zurück(?: zur .{0,30})?|nach oben|back to top',
  'top|weiter|vorheriger|nächster|next|previous|read more|mehr|mehr lesen|weiterlesen|mehr\\.{2,3}',
  'continue reading|lire la suite|leer más|loading\\.{0,3}|wird geladen\\.{0,3}|login|log in|sign (?:in|up)',
  'subscribe|abonnieren|anmelden|registrieren',
];

/** How sections about other pages, authors and newsletters begin. */
const ENDINGS = [
  'related|more (?:on|from|about|in|stories|news|articles)\\b|read (?:more|also|next)\\b|see also|also read',
  'you (?:may|might) (?:also )?(?:like|be interested)|recommended|about the authors?\\b|share this|leave a reply',
  'filed under|tags?:|categor(?:y|ies):|posted in|sign up (?:for|to)|subscribe to',
  'mehr (?:zum thema|themen|artikel|news|aus|über|zu)\\b',
  'weitere (?:artikel|informationen|themen|beiträge|infos|nachrichten|meldungen|links|topthemen)|weiterführende',
  'zum thema|ähnliche|auch interessant|verwandte|passend(?:e|es) (?:zum|dazu|artikel)',
  '(?:das |dies )?(?:thema )?könnte (?:sie|dich|dir|euch|ihnen) (?:auch|noch)|das könnte',
  'lesen sie (?:auch|mehr|hierzu|dazu)|lies auch|lesetipps?\\b|empfohlene|empfehlungen',
  'über (?:den autor|die autorin|die autoren)\\b|zu(?:m|r) autor(?:in)?\\b|zur person|schlagw[oö]rte?r?\\b',
  'stichwort|kategorien?:|veröffentlicht (?:in|unter)\\b|abgelegt unter',
  'diesen? (?:artikel|beitrag) (?:teilen|drucken|empfehlen)|(?:seite|artikel|beitrag) (?:teilen|empfehlen)',
  'möchten sie .{0,30}teilen|wer ist online|newsletter\\b|à lire|a lire|lire aussi|sur le même',
  'articles? (?:liés?|similaires|associés)|voir aussi|pour aller plus loin|en savoir plus|dans la même',
  'artículos relacionados|noticias relacionadas|te puede interesar|también te|lee también|leer también',
  'ver también|leggi anche|articoli correlati|potrebbe(?:ro)? interessarti|ti potrebbe',
  'zobacz (?:także|też|również)|czytaj (?:także|też|również|więcej)|przeczytaj (?:także|też|również)|powiązane',
  'polecane|lees (?:ook|meer|verder)|gerelateerd|läs (?:också|mer|även)|les også|læs også|leia (?:também|mais)',
  'veja também|читайте также|по теме|похожие',
];

/** How lines begin that lead readers elsewhere, or say whose a picture is. */
const NOTICES = [
  '(?:le |te )?puede(?:s)? (?:interesar|ver)\\s?[:»]|(?:lea|lee|leer|vea|ver|mira) (?:también|además|más)\\s?[:»]',
  '(?:à )?lire aussi\\s?[:»]|read (?:also|more|next)\\s?[:»]|also read\\s?[:»]|see also\\s?[:»]|dowiedz się więcej\\s?[:»]',
  '(?:zobacz|czytaj|przeczytaj) (?:także|też|również|więcej)\\s?[:»]|(?:lesen sie|lies|mehr) (?:auch|dazu|zum thema)\\s?[:»]',
  'subscribe (?:now|today) to |never miss |get the latest (?:news|updates) .{0,60}\\b(?:phone|inbox|app)\\b',
  'for the latest .{0,80}\\bdownload\\b|follow .{2,40} on (?:twitter|facebook|instagram)\\b|s[ií]guenos en ',
  '(?:titel|beitrags|symbol|vorschau|artikel)?(?:foto|bild)\\s?:|image illustrative\\s?:|(?:image|photo) credits?\\s?:|credit\\s?:',
];

const MAX_NOTICE_LENGTH = 240;
const NOTICE = new RegExp(`^[^\\p{L}\\p{N}]*(?:${NOTICES.join('|')})`, 'iu');

/** Whether a paragraph points readers to other pages or says whose a picture is: "Read also: …", "Foto: Jane Doe". */
export function isNotice(text: string): boolean {
  return text.length <= MAX_NOTICE_LENGTH && NOTICE.test(text);
}

const MAX_LABEL_LENGTH = 80;
const CONTROL = new RegExp(`^[^\\p{L}\\p{N}]*(?:${CONTROLS.join('|')})[^\\p{L}\\p{N}]*$`, 'iu');
const ENDING = new RegExp(`^[^\\p{L}\\p{N}]*(?:${ENDINGS.join('|')})`, 'iu');

/** Whether a line is only a control of the page: "Share on Facebook". */
export function isControl(text: string): boolean {
  return text.length <= MAX_LABEL_LENGTH && CONTROL.test(text);
}

/** Whether a short line announces other pages, the author or a newsletter: "Related articles". */
export function isEnding(text: string): boolean {
  return text.length <= MAX_LABEL_LENGTH && ENDING.test(text);
}
