import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { mustAskBeforeLeaving, onTyping } from '../../session/typing.ts'

interface Guard {
  question?: string | undefined
  /** the form stands at a query of its page (`?id=`, `?tab=`), so that another query takes it away too */
  standsAtQuery?: boolean
}

/** Asks before typing is lost: on another page, on reload and on closing. `mustAsk` is read at that moment, so it never warns falsely. */
export function useLeaveGuard(
  mustAsk: () => boolean,
  { question = '有尚未保存的内容，确定离开吗？', standsAtQuery = false }: Guard = {},
): void {
  const { modal } = App.useApp()
  const asked = useRef(mustAsk)
  asked.current = mustAsk
  const blocker = useBlocker(({ currentLocation: at, nextLocation: next }) => {
    const leaves = at.pathname !== next.pathname || (standsAtQuery && at.search !== next.search)
    return leaves && asked.current()
  })
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
