import { useSearchParams } from 'react-router'

/** Which row of a list the address opens: `?id=`; the rest of the address, and where the page stands, stay. */
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
