import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { mustAskBeforeLeaving, onTyping } from '../../session/typing.ts'

interface Guard {
  question?: string | undefined
  /**
   * the form is shown by a query parameter of its page (`?id=`), so changing that parameter also closes it; the names of the parameters, or
   * true for all
   */
  standsAtQuery?: boolean | readonly string[]
}

type Leaving = (at: { pathname: string; search: string }, next: { pathname: string; search: string }) => boolean
/** The guards of the forms that are shown. The router asks only the newest one, so it asks for all of them. */
const guards = new Set<Leaving>()

/**
 * Asks before typed input is lost: on navigation, reload and closing. `mustAsk` is evaluated at that moment, so there are no false
 * warnings.
 */
export function useLeaveGuard(
  mustAsk: () => boolean,
  { question = '有尚未保存的内容，确定离开吗？', standsAtQuery = false }: Guard = {},
): void {
  const { modal } = App.useApp()
  const asked = useRef(mustAsk)
  asked.current = mustAsk
  const stands = useRef(standsAtQuery)
  stands.current = standsAtQuery
  const blocker = useBlocker(({ currentLocation: at, nextLocation: next }) => [...guards].some((leaves) => leaves(at, next)))
  useEffect(() => {
    const leaves: Leaving = (at, next) =>
      (at.pathname !== next.pathname || leavesQuery(stands.current, at.search, next.search)) && asked.current()
    guards.add(leaves)
    return () => void guards.delete(leaves)
  }, [])
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    modal.confirm({
      title: question,
      okText: '离开',
      cancelText: '继续填写',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
  }, [blocker, modal, question])
  useEffect(() => {
    const onUnload = (e: BeforeUnloadEvent) => {
      if (mustAskBeforeLeaving(asked.current)) e.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    const forget = onTyping(() => asked.current())
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      forget()
    }
  }, [])
}

export function leavesQuery(stands: boolean | readonly string[], at: string, next: string): boolean {
  if (typeof stands === 'boolean') return stands && at !== next
  const [before, after] = [new URLSearchParams(at), new URLSearchParams(next)]
  return stands.some((name) => before.get(name) !== after.get(name))
}
