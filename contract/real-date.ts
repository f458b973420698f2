/** Whether a text is a date of the calendar as YYYY-MM-DD: 2026-02-29 is not. */
export function isRealDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
