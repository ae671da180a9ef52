import { strToU8, zipSync } from 'fflate';
import { compoundFile } from './compound-file.ts';

/** A ZIP archive of these files. */
export function makeZip(
  files: Record<string, string>,
  options: { comment?: string; level?: 0 | 6 } = {},
): Buffer {
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), options),
  );
}

const TYPES = '[Content_Types].xml';

/** An Office package with this main part. */
export function makePackage(mainPart: string, more: Record<string, string> = {}): Buffer {
  return makeZip({
    [TYPES]: '<Types/>',
    '_rels/.rels': '<Relationships/>',
    [mainPart]: '<document/>',
    ...more,
  });
}

/** The smallest valid PDF. */
export function pdf(text = 'Council minutes'): Buffer {
  return Buffer.from(
    `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Title(${text})>>endobj\nxref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`,
    'latin1',
  );
}

const OTHERS = { '\u0005SummaryInformation': null, '\u0001CompObj': null };

/** A valid document of every type. */
export const SAMPLES = {
  csv: Buffer.from('name,votes\nÅse,12\n'),
  doc: compoundFile({ ...OTHERS, WordDocument: null, '1Table': null }),
  docx: makePackage('word/document.xml'),
  json: Buffer.from('{"votes": [1, 2.5e3, -0], "open": true, "note": "\\u00c5"}'),
  pdf: pdf(),
  ppt: compoundFile({ ...OTHERS, 'PowerPoint Document': null, 'Current User': null }),
  pptx: makePackage('ppt/presentation.xml'),
  srt: Buffer.from('1\r\n00:00:01,000 --> 00:00:02,500\r\nGood evening.\r\n\r\n'),
  xls: compoundFile({ ...OTHERS, Workbook: null }),
  xlsx: makePackage('xl/workbook.xml'),
  zip: makeZip({ 'readme.txt': 'hello' }),
};
export type SampleType = keyof typeof SAMPLES;
export const SAMPLE_TYPES = Object.keys(SAMPLES) as SampleType[];
