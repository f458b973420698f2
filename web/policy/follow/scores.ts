/** The labels of one to five points. */
export const scoreWords = ['很不满意', '不满意', '一般', '满意', '很满意'] as const
