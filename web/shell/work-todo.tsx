import { messages } from '../../contract/messages.ts'

export default function WorkTodo() {
  return <p>{messages.comingSoon}</p>
}
