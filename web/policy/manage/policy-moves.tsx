import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { App } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { BATCH_MAX, type BatchItem, type BatchResult } from '../../../contract/batch.ts'
import { managed, type ManagedPolicy } from '../../../contract/policy.ts'
import { quoted } from '../../../contract/quoted.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { placeActions } from '../../kit/table/place-actions.ts'
import type { RowAction } from '../../kit/table/row-actions.tsx'
import type { BatchAction } from '../../kit/table/selection-banner.tsx'
import { isChosen, type Selection } from '../../kit/table/selection.ts'
import { ownVersion, useShownRows } from '../../kit/table/shown-rows.ts'
import { useRefreshList, type ListQuery } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import { withChunkTimeout } from '../../shell/chunks.ts'
import { toast } from '../../toast.ts'
import { BatchResults } from '../../kit/table/batch-results.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { usePublishesAtOnce } from './review-words.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { asked } from '../../asked.ts'

const RepealDialog = lazy(withChunkTimeout(() => import('./repeal-dialog.client.tsx')))

type Name = ManagedPolicy['allowed'][number]
type Batch = 'publish' | 'withdraw' | 'takeUp' | 'takeDown' | 'delete'

/** The actions on policies of a list, single and in batches; the screen must render `dialogs`. */
export function usePolicyMoves(
  list: string,
  queryOf: (filter: ListQuery) => object = (filter) => filter,
): {
  move: Record<
    | 'edit'
    | 'newProject'
    | 'publish'
    | 'withdraw'
    | 'takeUp'
    | 'takeDown'
    | 'pin'
    | 'up'
    | 'down'
    | 'resetOrder'
    | 'schedule'
    | 'repeal'
    | 'delete',
    RowAction<ManagedPolicy>
  >
  batch: (actions: readonly Batch[]) => BatchAction[]
  dialogs: ReactNode
} {
  const { modal } = App.useApp()
  const atOnce = usePublishesAtOnce()
  const can = useCan()
  const refresh = useRefreshList(list)
  const chosen = useChosen(list, queryOf)
  const [timed, setTimed] = useState<ManagedPolicy | null>(null)
  const [leaving, setLeaving] = useState<{ policy: ManagedPolicy; action: 'delete' | 'takeDown' } | null>(null)
  const [repealed, setRepealed] = useState<ManagedPolicy | null>(null)
  const [results, setResults] = useState<{ label: string; outcome: BatchResult } | null>(null)

  const one = (label: string, endpoint: typeof managed.takeUp, allowed: Name, effect: string, danger?: true): RowAction<ManagedPolicy> => ({
    label,
    when: (row) => row.allowed.includes(allowed),
    ...(danger ? { danger } : {}),
    ask: (row) => ({ title: `${label}${quoted(row.policyTitle)}？`, effect }),
    run: async (row) => {
      const { state } = await call(endpoint, { body: { id: row.id, version: row.version } })
      toast.success(state === POLICY_STATE.scheduled ? `已${label}，到时自动上架` : `已${label}`)
      await refresh()
    },
  })
  const [up, down] = placeActions<ManagedPolicy>({
    ends: (row) => row.ends,
    when: (row) => row.state === POLICY_STATE.published && row.allowed.includes('setTop'),
    move: async (row, direction) => {
      await call(managed.move, { body: { id: row.id, direction } })
      await refresh()
    },
  })
  const together = (label: string, action: Batch, effect: string, danger?: true): BatchAction => ({
    label,
    effect,
    ...(danger ? { danger } : {}),
    ownQuestion: true,
    run: (selection, count, clear) =>
      void modal.confirm({
        title: `${label} ${count} 项政策？`,
        content: count > BATCH_MAX ? `一次最多 ${BATCH_MAX} 项，请减少后再试。` : effect,
        okText: label,
        cancelText: '取消',
        okButtonProps: { danger: danger === true, disabled: count > BATCH_MAX },
        onOk: async () => {
          try {
            const outcome = await runBatch(await chosen(selection), action)
            clear()
            if (outcome.failCount === 0) toast.success(`${label}完成，共 ${outcome.successCount} 项`)
            else setResults({ label, outcome })
          } catch (error) {
            toast.error(readFailure(error).message, 5)
          }
          await refresh()
        },
      }),
  })

  return {
    move: {
      edit: {
        label: (row) => (row.allowed.includes('revise') ? '修订' : '编辑'),
        when: (row) => row.allowed.includes('edit') || row.allowed.includes('revise'),
        to: (row) => `/work/policyserveradmin?id=${row.id}`,
      },
      newProject: {
        label: '新建申报项目',
        when: (row) => row.state === POLICY_STATE.published && can('project:manage'),
        to: (row) => `/work/projectmanage?copyOfPolicy=${row.id}`,
      },
      publish: atOnce
        ? one('发布', managed.publish, 'publish', '本平台发布不经审核，企业随即看到并参与匹配；设了上架时间的到时自动上架。')
        : one('提交审核', managed.publish, 'publish', '由同事审核通过后上架；审核期间不能修改，可以撤回。'),
      withdraw: one('撤回', managed.withdraw, 'withdraw', '撤回后成为草稿，可以修改后再次提交。'),
      takeUp: one('上架', managed.takeUp, 'takeUp', '上架后企业即可看到并参与匹配；定时上架的改为立即上架。'),
      takeDown: {
        label: '下架',
        when: (row) => row.allowed.includes('takeDown'),
        danger: true,
        open: (row) => setLeaving({ policy: row, action: 'takeDown' }),
      },
      pin: {
        label: (row) => (row.topFlag ? '取消置顶' : '置顶'),
        when: (row) => row.allowed.includes('setTop'),
        run: async (row) => {
          await call(managed.setTop, { body: { id: row.id, topFlag: row.topFlag ? 0 : 1 } })
          await refresh()
        },
      },
      up,
      down,
      resetOrder: {
        label: '恢复默认顺序',
        when: (row) => row.state === POLICY_STATE.published && row.allowed.includes('setTop'),
        ask: (row) => ({
          title: `恢复${quoted(row.policyTitle)}的默认顺序？`,
          effect: '不再保留手工调整的位置，按发布时间排列；置顶不变。',
        }),
        run: async (row) => {
          await call(managed.move, { body: { id: row.id, direction: 'reset' } })
          toast.success('已恢复默认顺序')
          await refresh()
        },
      },
      schedule: { label: '定时上下架', when: (row) => row.allowed.includes('schedule'), open: (row) => setTimed(row) },
      delete: {
        label: '删除',
        when: (row) => row.allowed.includes('delete'),
        danger: true,
        open: (row) => setLeaving({ policy: row, action: 'delete' }),
      },
      repeal: { label: '登记废止', when: (row) => row.allowed.includes('repeal'), danger: true, open: (row) => setRepealed(row) },
    },
    batch: (actions) => {
      const all: Record<Batch, BatchAction> = {
        publish: atOnce
          ? together('发布', 'publish', '逐项发布，随即上架；不能发布的会列出原因。')
          : together('提交审核', 'publish', '逐项提交，由同事审核；不能提交的会列出原因。'),
        withdraw: together('撤回', 'withdraw', '只能撤回自己提交的，撤回后成为草稿；其余会列出原因。'),
        takeUp: together('上架', 'takeUp', '已下架与待上架的政策立即上架。'),
        takeDown: together('下架', 'takeDown', '下架后企业不再看到，已提交的申报不受影响。', true),
        delete: together('删除', 'delete', '只有草稿、已下架、审核未通过的政策能删除；其余会列出原因。', true),
      }
      return actions.map((name) => all[name])
    },
    dialogs: (
      <>
        {timed && <ScheduleDialog policy={timed} onClose={() => setTimed(null)} onDone={refresh} />}
        {repealed && (
          <Suspense fallback={null}>
            <RepealDialog policy={repealed} onClose={() => setRepealed(null)} onDone={refresh} />
          </Suspense>
        )}
        {leaving && <LeaveDialog {...leaving} onClose={() => setLeaving(null)} onDone={refresh} />}
        {results && <BatchResults {...results} onClose={() => setResults(null)} />}
      </>
    ),
  }
}

function runBatch(items: BatchItem[], action: Batch): Promise<BatchResult> {
  if (action !== 'delete') return call(managed.batch, { body: { items, action } }, { silent: true })
  return call(managed.batchDelete, { body: { ids: items.map(({ id }) => id) } }, { silent: true })
}

/** The selected rows with the versions that were shown; "everything that matches the filter" is loaded. */
export function useChosen(list: string, queryOf: (filter: ListQuery) => object): (selection: Selection) => Promise<BatchItem[]> {
  const shown = useShownRows(list, ownVersion)
  return async (selection) => {
    if (!selection.all) return shown(selection.ids)
    const page = { ...queryOf(selection.filter as ListQuery), page: 1, pageSize: BATCH_MAX }
    const found = await call(managed.list, { query: asked(managed.list, page) })
    return found.list.filter((row) => isChosen(selection, row.id)).map(({ id, version }) => ({ id, version }))
  }
}
