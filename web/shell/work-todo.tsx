import { useLocation } from 'react-router'
import { messages } from '../../contract/messages.ts'
import { workScreenAt } from './work-screen.ts'

/** A work screen of the specification that is not written yet. */
export default function WorkTodo() {
  const title = workScreenAt(useLocation().pathname)?.title
  return (
    <>
      <h1>{title}</h1>
      <p className="card" style={{ marginTop: 16, padding: 32, color: 'var(--text-2)', fontSize: 'max(16px, var(--fs-least))' }}>
        {messages.comingSoon}
      </p>
    </>
  )
}
