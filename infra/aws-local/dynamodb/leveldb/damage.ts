/** A file of LevelDB that is missing, cut or changed. */
export class DamagedFile extends Error {
  /** @param fault what is wrong with the file, as the rest of a sentence: "is missing" */
  constructor(file: string, fault: string) {
    super(`${file} ${fault}`);
  }
}
