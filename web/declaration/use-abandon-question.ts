import { use, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import type { DeclarationDetail } from '../../contract/declaration.ts'
import { declarationStates } from '../../contract/declaration/states.ts'
import { messages } from '../../contract/messages.ts'
import { mustAskBeforeLeaving } from '../session/typing.ts'
import { ask } from '../shell/confirm.tsx'
import { DeclareAsContext } from './declare-as.ts'

interface Draft {
  flush(): Promise<void>
  clear(): void
  pending(): boolean
}

/**
 * Leaving asks 是否确定要放弃录入本次政策申报？ The first button saves and leaves. The second names its effect: it deletes a draft that was never
 * submitted, or leaves with the last saved state. Closing stays on the page. A declaration with a number is never deleted here.
 */
export function useAbandonQuestion(detail: DeclarationDetail, draft: Draft, asking: boolean) {
  const { remove } = use(DeclareAsContext)
  const mustAsk = useRef(asking)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => mustAsk.current && currentLocation.pathname !== nextLocation.pathname)
  const shown = useRef(false)
  useEffect(() => {
    if (blocker.state !== 'blocked' || shown.current) return
    shown.current = true
    const deletes = detail.state === declarationStates.draft.code && detail.allowed.includes('remove')
    void ask({
      text: messages.leaveDeclaration,
      confirm: '保留草稿',
      cancel: deletes ? '放弃并删除草稿' : '直接离开',
    })
      .then(async (answer) => {
        shown.current = false
        if (answer === 'close') return blocker.reset()
        if (answer === 'confirm') await draft.flush()
        else {
          draft.clear()
          if (deletes) await remove(detail.id)
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
      if (mustAskBeforeLeaving(() => mustAsk.current && draft.pending())) e.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [draft])
  return mustAsk
}
