export const archiveKey = ['company', 'archive'] as const
/** The query key of an archive: the company's own, or one that staff read. */
export const archiveKeyOf = (asked: number | null) => (asked === null ? archiveKey : [...archiveKey, 'of', asked])
