import { useLocation } from 'react-router'
import { ComingSoon } from '../kit/coming-soon.tsx'
import { workScreenAt } from './work-screen.ts'

/** A work screen of the specification that is not written yet. */
export default function WorkTodo() {
  return <ComingSoon title={workScreenAt(useLocation().pathname)?.title} />
}
