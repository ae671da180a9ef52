/** A document type: the type it is served with, and other types that clients declare. */
interface Kind {
  mime: string;
  declaredAs: readonly string[];
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const WORD = `${OFFICE}.wordprocessingml.document`;
const SLIDES = `${OFFICE}.presentationml.presentation`;
const SHEET = `${OFFICE}.spreadsheetml.sheet`;
const ZIPPED = ['application/zip', 'application/x-zip-compressed', 'application/x-zip'];

const DOCUMENT_KINDS = {
  csv: {
    mime: 'text/csv',
    // Windows declares CSV as the type of the program that opens it.
    declaredAs: [
      'application/csv',
      'application/vnd.ms-excel',
      'text/comma-separated-values',
      'text/x-csv',
      'application/x-csv',
    ],
  },
  // Clients declare the same type for old and new Office formats; each is served with its own.
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

export function getMime(type: DocumentType): string {
  return DOCUMENT_KINDS[type].mime;
}

/** Declared by clients that don't know the type, or send the body like a form. */
const UNSPECIFIC_TYPES = [
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-www-form-urlencoded',
  'application/force-download',
  'application/x-download',
  'text/plain',
];

/** Whether a file of this type may have the declared content type; parameters are ignored. */
export function mayBeDeclared(type: DocumentType, contentType: string | null): boolean {
  const declared = (contentType ?? '').replace(/;.*/s, '').trim().toLowerCase();
  const { mime, declaredAs }: Kind = DOCUMENT_KINDS[type];
  return (
    declared === '' ||
    declared === mime ||
    UNSPECIFIC_TYPES.includes(declared) ||
    declaredAs.includes(declared)
  );
}
