import { lazy, Suspense, useEffect, useState } from 'react'
import { quoted } from '../../contract/quoted.ts'
import { sessionWire } from '../../contract/session-wire.ts'
import { call } from '../api.ts'

const AskRight = lazy(() => import('./ask-right.tsx'))
type Lacked = { name: string | null; permission: string | null; askable: boolean }

/**
 * What is missing for a page, and who gives it (domains/identity.md D3): the page as the menu names it, and the permission that its content
 * needs. Without an answer, the title of the page. `mayAsk`: the request is offered here, unless it would be refused.
 */
export default function LackedRight({ path, title, mayAsk }: { path: string; title: string | undefined; mayAsk: boolean }) {
  const [found, setFound] = useState<Lacked | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let left = false
    call(sessionWire.lackedRight, { query: { path } }, { silent: true }).then(
      (answer) => {
        if (!left) setFound(answer as Lacked)
      },
      () => {
        if (!left) setFailed(true)
      },
    )
    return () => {
      left = true
    }
  }, [path])
  const name = found?.name ?? title
  // Without an answer the page may be asked for, and the answer to that says what holds.
  const askable = found?.askable ?? failed
  return (
    <>
      <p>
        您没有打开{name ? quoted(name) : '此页面'}的权限。
        {found?.askable === false
          ? '您的账号不能申请这个页面。如有疑问，请联系安全管理员。'
          : found?.permission
            ? `需要${quoted(found.permission)}权限，由安全管理员授予。`
            : '由安全管理员授予。'}
        {askable && '如工作需要，可以在这里申请。'}
      </p>
      {askable && mayAsk && (
        <Suspense fallback={null}>
          <AskRight path={path} key={path} />
        </Suspense>
      )}
    </>
  )
}
