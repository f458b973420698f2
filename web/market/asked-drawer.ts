import { useSearchParams } from 'react-router'

const KEYS = ['show', 'new', 'appealId'] as const

/**
 * The drawer that the address opens: contacts for an owner, reports at the desk (the link of a notice), and with `?new=1` the form of an
 * own item, prefilled from the user's appeal `appealId`.
 */
export function useAskedDrawer(staff: boolean) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('appealId') ?? ''
  const isNew = !staff && params.get('new') === '1'
  return {
    what: isNew ? ('form' as const) : ([staff ? 'reports' : 'contacts', 'contacts'] as const).find((what) => what === params.get('show')),
    appealId: isNew && /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null,
    forget() {
      if (!KEYS.some((key) => params.has(key))) return
      for (const key of KEYS) params.delete(key)
      setParams(params, { replace: true, preventScrollReset: true })
    },
  }
}
