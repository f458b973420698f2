const STORED = '/files/download?filePath='

/** The address of a stored file inside a document; readers need the right to the file. */
export const storedSource = (filePath: string): string => STORED + encodeURIComponent(filePath)
/** The key in such an address, or null for any other address. */
export const storedKey = (src: string): string | null =>
  src.startsWith(STORED) ? decodeURIComponent(src.slice(STORED.length).split('&', 1)[0]!) : null
