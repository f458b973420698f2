export const archiveKey = ['company', 'archive'] as const
/** Query of one archive: the company's own, or the one that staff ask for. */
export const archiveKeyOf = (asked: number | null) => (asked === null ? archiveKey : [...archiveKey, 'of', asked])
