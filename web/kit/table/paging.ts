export interface Page<Row> {
  total: number
  list: Row[]
}

/**
 * Reads the three paging shapes of spec §3: { total, list } · { commonPage: { total, list } } · { list, count } (ambiguities A09). Throws a
 * TypeError for anything else, because an unreadable list must not look empty.
 */
export function readPage<Row = unknown>(answer: unknown): Page<Row> {
  if (typeof answer === 'object' && answer !== null) {
    const a = answer as { list?: unknown; total?: unknown; count?: unknown; commonPage?: unknown }
    if (a.commonPage !== undefined) return readPage(a.commonPage)
    const total = Number(a.total ?? a.count)
    if (Array.isArray(a.list) && Number.isFinite(total)) return { total, list: a.list as Row[] }
  }
  throw new TypeError('分页数据的格式不正确')
}
