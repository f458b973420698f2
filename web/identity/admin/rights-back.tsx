import { useState } from 'react'
import { rightsBack, type RightsKind } from '../../../contract/identity/rights-back.ts'
import { call } from '../../api.ts'
import { WayBackButton } from '../../kit/way-back.tsx'

const words = {
  act: '恢复到修改前',
  effect:
    '恢复为这次修改以前的样子，检查与直接保存相同；须由两人办理的，改为提交另一名安全管理员复核。其后的修改留在记录里，也可以再恢复。',
  done: '已恢复，持有人下次操作时生效',
}

/** 修改记录 of roles, of the data rules of a role, or of a person's roles; an earlier state can be restored (ADR 0990). */
export function RightsBack({
  kind,
  id,
  title,
  onDone,
}: {
  kind: RightsKind
  id?: number
  title: string
  onDone(isDone: boolean): Promise<unknown>
}) {
  // The version that was shown goes with the request, so that nothing unseen is overwritten.
  const [versions] = useState(() => new Map<number, number>())
  return (
    <WayBackButton
      kind={`rights-${kind}-${id ?? 0}`}
      title={title}
      words={words}
      load={async () => {
        const found = await call(
          rightsBack.history,
          { query: { kind, ...(id === undefined ? {} : { id }), pageSize: 50 } },
          { silent: true },
        )
        for (const row of found.list) versions.set(row.id, row.version)
        return found
      }}
      undo={async (change) => {
        const { requested } = await call(rightsBack.restore, { body: { id: change, version: versions.get(change) ?? 0 } })
        return requested === null ? undefined : '增加权限须由两人办理，已提交另一名安全管理员复核'
      }}
      onDone={onDone}
    />
  )
}
