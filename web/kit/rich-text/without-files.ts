const FILES = /<img\s[^<>]*>|<video\s[^<>]*>(?:<\/video>)?/g
/** A rich text for a copy: pictures and films belong to the record that is copied, and saving them with another is refused. */
export const withoutFiles = (html: string): string => html.replaceAll(FILES, '')
