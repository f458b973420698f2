import { useEffect, useState } from 'react'
import { quoted } from '../../contract/quoted.ts'
import { sessionWire } from '../../contract/session-wire.ts'
import { call } from '../api.ts'

type Lacked = { name: string | null; permission: string | null }

/**
 * What is missing for a page, and who gives it (domains/identity.md D3): the page as the menu names it, and the permission that its content
 * needs. Without an answer, the title of the page.
 */
export default function LackedRight({ path, title }: { path: string; title: string | undefined }) {
  const [found, setFound] = useState<Lacked | null>(null)
  useEffect(() => {
    let left = false
    call(sessionWire.lackedRight, { query: { path } }, { silent: true }).then(
      (answer) => {
        if (!left) setFound(answer as Lacked)
      },
      () => {},
    )
    return () => {
      left = true
    }
  }, [path])
  const name = found?.name ?? title
  return (
    <p>
      您没有打开{name ? quoted(name) : '此页面'}的权限。
      {found?.permission ? `需要${quoted(found.permission)}权限，由安全管理员授予。` : '由安全管理员授予。'}
      如工作需要，可以在这里申请。
    </p>
  )
}
