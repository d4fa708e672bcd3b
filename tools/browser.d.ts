// What browsers have that TypeScript 4.8 does not know, and what the page of a scene has before its script.

declare class CompressionStream implements ReadableWritablePair {
  constructor(format: "deflate-raw" | "gzip");
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
}
declare class DecompressionStream extends CompressionStream {}

declare const K3DInstance: any;
declare const legend: [colour: string, words: string][];
