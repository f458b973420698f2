import type { Answers, Condition, Leaf } from '../server/matching/engine/index.ts'

/** A hand-written program for the verdict alone: three-valued closures over plain values. Derived values are computed first. */
export type Verdict = (facts: Record<string, unknown>) => boolean | undefined

const DAY = 86_400_000

/** The facts of a request, with the derived values that the rules of this benchmark need. */
export function plainFacts(answers: Answers, day: string): Record<string, unknown> {
  const facts: Record<string, unknown> = { ...answers }
  const { techStaff, employees, registeredDate } = answers as {
    techStaff?: number | null
    employees?: number | null
    registeredDate?: string | null
  }
  if (techStaff != null && employees) facts.techStaffRatio = techStaff / employees
  if (registeredDate) facts.registeredDays = (Date.parse(day) - Date.parse(registeredDate)) / DAY
  return facts
}

export function closure(node: Condition): Verdict {
  if ('field' in node) return leaf(node)
  if ('not' in node) {
    const inner = closure(node.not)
    return (facts) => {
      const truth = inner(facts)
      return truth === undefined ? undefined : !truth
    }
  }
  if ('atLeast' in node) throw new Error('the rules of the bench count nothing')
  const decisive = 'any' in node
  const parts = ('any' in node ? node.any : node.all).map(closure)
  return (facts) => {
    let result: boolean | undefined = !decisive
    for (const part of parts) {
      const truth = part(facts)
      if (truth === decisive) return decisive
      if (truth === undefined) result = undefined
    }
    return result
  }
}

function leaf({ field, op, value }: Leaf): Verdict {
  const need = value as number
  switch (op) {
    case 'gte':
      return (facts) => (facts[field] == null ? undefined : (facts[field] as number) >= need)
    case 'lte':
      return (facts) => (facts[field] == null ? undefined : (facts[field] as number) <= need)
    case 'gt':
      return (facts) => (facts[field] == null ? undefined : (facts[field] as number) > need)
    case 'lt':
      return (facts) => (facts[field] == null ? undefined : (facts[field] as number) < need)
    case 'eq':
      return (facts) => (facts[field] == null ? undefined : facts[field] === value)
    case 'in': {
      const wanted = new Set(value as readonly unknown[])
      return (facts) => {
        const actual = facts[field]
        return actual == null ? undefined : Array.isArray(actual) ? actual.some((one) => wanted.has(one)) : wanted.has(actual)
      }
    }
    default:
      throw new Error(`no closure for ${op}`)
  }
}
