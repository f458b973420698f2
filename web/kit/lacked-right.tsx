import { useEffect, useState } from 'react'
import { sessionWire } from '../../contract/session-wire.ts'
import { call } from '../api.ts'
import { LackedWords } from './lacked-words.tsx'

/** Names the page as the menu does, and the permission that its content needs; until the answer, and without one, the title of the page. */
export default function LackedRight({ path, title }: { path: string; title: string | undefined }) {
  const [found, setFound] = useState<{ name: string | null; permission: string | null } | null>(null)
  useEffect(() => {
    let left = false
    call(sessionWire.lackedRight, { query: { path } }, { silent: true }).then(
      (answer) => {
        if (!left) setFound(answer as { name: string | null; permission: string | null })
      },
      () => {},
    )
    return () => {
      left = true
    }
  }, [path])
  return <LackedWords name={found?.name ?? title} permission={found?.permission ?? null} />
}
