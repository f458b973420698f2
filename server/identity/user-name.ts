/** Normalises a user name for storing and comparing: half width, trimmed, lower case. */
export const normalUserName = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
