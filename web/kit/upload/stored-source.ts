const STORED = '/files/download?filePath='

/** Address of a stored file inside a document; the document keeps it, whoever reads it needs the right to it. */
export const storedSource = (filePath: string): string => STORED + encodeURIComponent(filePath)
/** The key in such an address, or null for any other address. */
export const storedKey = (src: string): string | null =>
  src.startsWith(STORED) ? decodeURIComponent(src.slice(STORED.length).split('&', 1)[0]!) : null
