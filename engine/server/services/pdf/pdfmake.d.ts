/** The part of pdfmake that is used here. */
declare module 'pdfmake' {
  /** Content of a page, as in pdfmake's documentation. */
  export type Content = string | readonly Content[] | { readonly [key: string]: unknown }

  interface PdfMake {
    setFonts(fonts: Readonly<Record<string, { readonly normal: string; readonly bold: string }>>): void
    setUrlAccessPolicy(may: (url: string) => boolean): void
    setLocalAccessPolicy(may: (path: string) => boolean): void
    createPdf(document: { readonly [key: string]: unknown }): { getBuffer(): Promise<Uint8Array> }
  }
  const pdfMake: PdfMake
  export default pdfMake
}
