const INNER: Readonly<Record<string, string>> = { '“': '‘', '”': '’', '‘': '“', '’': '”' }

/** A title in quotation marks. Marks inside it become those of the inner level, “删除‘小升规’奖励”, as GB/T 15834 asks. */
export const quoted = (title: string): string => `“${title.replace(/[“”‘’]/g, (mark) => INNER[mark]!)}”`
