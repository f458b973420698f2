import { use, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import type { DeclarationDetail } from '../../contract/declaration.ts'
import { messages } from '../../contract/messages.ts'
import { ask } from '../shell/confirm.tsx'
import { DeclareAsContext } from './declare-as.ts'

interface Draft {
  flush(): Promise<void>
  clear(): void
  pending(): boolean
}

/** Leaving asks 是否确定要放弃录入本次政策申报？ 保留草稿 saves and goes; 放弃 deletes a draft (of a correction: what was not sent) and goes; closing stays. */
export function useAbandonQuestion(detail: DeclarationDetail, draft: Draft, asking: boolean) {
  const { remove } = use(DeclareAsContext)
  const mustAsk = useRef(asking)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => mustAsk.current && currentLocation.pathname !== nextLocation.pathname)
  const shown = useRef(false)
  useEffect(() => {
    if (blocker.state !== 'blocked' || shown.current) return
    shown.current = true
    void ask({ text: messages.leaveDeclaration, confirm: '保留草稿', cancel: '放弃' })
      .then(async (answer) => {
        shown.current = false
        if (answer === 'close') return blocker.reset()
        if (answer === 'confirm') await draft.flush()
        else {
          draft.clear()
          if (detail.allowed.includes('remove')) await remove(detail.id)
        }
        blocker.proceed()
      })
      .catch(() => {
        shown.current = false
        blocker.reset()
      })
  }, [blocker, detail, draft, remove])
  useEffect(() => {
    const onUnload = (e: BeforeUnloadEvent) => {
      if (mustAsk.current && draft.pending()) e.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [draft])
  return mustAsk
}
