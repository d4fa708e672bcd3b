// What browsers have and TypeScript 4.8 does not know.

declare class CompressionStream implements ReadableWritablePair {
  constructor(format: "deflate-raw" | "gzip");
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
}
declare class DecompressionStream extends CompressionStream {}
