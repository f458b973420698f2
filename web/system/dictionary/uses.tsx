import { useQuery, type QueryKey } from '@tanstack/react-query'
import type { DictUse } from '../../../contract/dictionary.ts'
import { showNumber } from '../../kit/form/values.ts'

/** The number of records that use a value: a new name changes them, and a used value cannot be deleted. */
export function Uses({ queryKey, load }: { queryKey: QueryKey; load: () => Promise<{ uses: DictUse[] }> }) {
  const { data, isError } = useQuery({ queryKey, queryFn: load, retry: false })
  const words = isError
    ? '使用情况暂时读不到'
    : !data
      ? '正在统计使用情况…'
      : data.uses.length === 0
        ? '还没有记录使用它'
        : `正在使用：${data.uses.map(({ title, count }) => `${title} ${showNumber(count)} 处`).join('，')}。改名后，这些地方都显示新名称。`
  return (
    <p className="meta" style={{ marginBottom: 16 }} role="status">
      {words}
    </p>
  )
}
