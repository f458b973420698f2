import { useSearchParams } from 'react-router'

/** The row that the address opens (`?id=`); changing it keeps the rest of the address and the scroll position. */
export function useOpenRow(): [id: number | null, open: (id: number | null) => void] {
  const [params, setParams] = useSearchParams()
  const asked = params.get('id') ?? ''
  const open = (id: number | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (id === null) next.delete('id')
        else next.set('id', String(id))
        return next
      },
      { preventScrollReset: true },
    )
  return [/^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null, open]
}
