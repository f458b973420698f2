import { useSearchParams } from 'react-router'
import { DictTypes } from './dictionary/types.tsx'
import { DictValues } from './dictionary/values.tsx'

/** 字典管理: the dictionaries, or the values of the one that the address names. */
export default function Dictionary() {
  const [params] = useSearchParams()
  const code = params.get('dict')
  return code ? <DictValues code={code} /> : <DictTypes />
}
