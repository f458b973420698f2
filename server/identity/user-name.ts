/** A user name as it is kept and compared: full width to half width, no blanks around it, lower case. */
export const normalUserName = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
