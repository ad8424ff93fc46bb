/** The part of bidi-js that we use. Its own types give the function another name than Node does. */
declare module 'bidi-js' {
  export interface Embedding {
    /** Per UTF-16 unit; odd levels run right to left. */
    readonly levels: Uint8Array;
  }

  export interface Bidi {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): Embedding;
    /** Places in the text, from left to right on the paper. `end` is inclusive. */
    getReorderedIndices(text: string, embedding: Embedding, start: number, end: number): number[];
    /** The other bracket, where one must be shown. */
    getMirroredCharactersMap(text: string, levels: Uint8Array): ReadonlyMap<number, string>;
  }

  export default function makeBidi(): Bidi;
}
