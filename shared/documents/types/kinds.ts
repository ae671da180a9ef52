/** A type of document: what it is served as, and what else clients call it. */
interface Kind {
  mime: string;
  declaredAs: readonly string[];
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const WORD = `${OFFICE}.wordprocessingml.document`;
const SLIDES = `${OFFICE}.presentationml.presentation`;
const SHEET = `${OFFICE}.spreadsheetml.sheet`;
const ZIPPED = ['application/zip', 'application/x-zip-compressed', 'application/x-zip'];

export const DOCUMENT_KINDS = {
  csv: {
    mime: 'text/csv',
    // Windows names a CSV after the program that opens it.
    declaredAs: [
      'application/csv',
      'application/vnd.ms-excel',
      'text/comma-separated-values',
      'text/x-csv',
      'application/x-csv',
    ],
  },
  // The interface names one type for both forms, the old and the new; the old one is served as what it is.
  doc: { mime: 'application/msword', declaredAs: [WORD, 'application/vnd.ms-word'] },
  docx: { mime: WORD, declaredAs: [...ZIPPED, 'application/msword'] },
  json: { mime: 'application/json', declaredAs: ['text/json', 'application/x-json'] },
  pdf: { mime: 'application/pdf', declaredAs: ['application/x-pdf', 'text/pdf', 'application/acrobat'] },
  ppt: { mime: 'application/vnd.ms-powerpoint', declaredAs: [SLIDES, 'application/mspowerpoint'] },
  pptx: { mime: SLIDES, declaredAs: [...ZIPPED, 'application/vnd.ms-powerpoint'] },
  srt: {
    mime: 'text/plain',
    declaredAs: ['application/x-subrip', 'application/srt', 'text/srt', 'text/x-srt'],
  },
  xls: { mime: 'application/vnd.ms-excel', declaredAs: [SHEET, 'application/msexcel'] },
  xlsx: { mime: SHEET, declaredAs: [...ZIPPED, 'application/vnd.ms-excel'] },
  zip: { mime: 'application/zip', declaredAs: [...ZIPPED, 'multipart/x-zip'] },
} satisfies Record<string, Kind>;

export type DocumentType = keyof typeof DOCUMENT_KINDS;

export function isDocumentType(name: string): name is DocumentType {
  return Object.hasOwn(DOCUMENT_KINDS, name);
}

export function mimeOf(type: DocumentType): string {
  return DOCUMENT_KINDS[type].mime;
}

/** What clients send that don't know, or that send the body as a form's. */
const SAYS_NOTHING = [
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-www-form-urlencoded',
  'application/force-download',
  'application/x-download',
  'text/plain',
];

/** Whether a file of this type may come under a declared content type (parameters don't count). */
export function mayBeDeclared(type: DocumentType, contentType: string | null): boolean {
  const declared = (contentType ?? '').replace(/;.*/s, '').trim().toLowerCase();
  const { mime, declaredAs }: Kind = DOCUMENT_KINDS[type];
  return (
    declared === '' || declared === mime || SAYS_NOTHING.includes(declared) || declaredAs.includes(declared)
  );
}
