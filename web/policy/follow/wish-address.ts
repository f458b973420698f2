import { listIn } from '../../shell/address.ts'

/** The search conditions that a subscription can hold. */
export const wishKeys = ['q', 'policyDepId', 'supportMode', 'level', 'industry', 'labelId'] as const
const dropped: Readonly<Record<string, string>> = {
  status: '申报状态',
  startTime: '发布时间',
  endTime: '发布时间',
  deadlineStart: '截止时间',
  deadlineEnd: '截止时间',
}

/** The subscription for a search, and the names of conditions that it cannot hold; null when the address has no search. */
export function wishOf(params: URLSearchParams): { wish: Record<string, string | string[]>; left: string[] } | null {
  if (params.get('from') !== 'search') return null
  const lists = wishKeys.filter((key) => key !== 'q').map((key) => [key, listIn(params, key)] as const)
  const q = params.get('q')?.trim()
  return {
    wish: { ...(q ? { q } : {}), ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)) },
    left: [...new Set([...params.keys()].flatMap((key) => dropped[key] ?? []))],
  }
}
