import { binding as endpoints } from '../../../contract/binding.ts'
import { fileOwner } from '../../kernel/files/access.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { askBinding, findBinding, listBindings, maySeeBinding } from './bindings.ts'
import { examineBinding, removeBinding } from './moves.ts'
import { offerBindingTodos } from './todos.ts'

export { forFormerCompany, isBound, standsFor } from './bindings.ts'

export function joinBinding(k: Kernel): void {
  offerBindingTodos(k)
  fileOwner(k, 'personal_company', (actor, id) => maySeeBinding(k, actor, Number(id)))
  implement(k, 'company', endpoints, {
    list: ({ actor, query }) => listBindings(k, actor, query),
    findById: ({ actor, query }) => findBinding(k, actor, query.id),
    save: ({ actor, call, body }) => askBinding(k, call, actor, body),
    examine: ({ actor, call, body }) => examineBinding(k, call, actor, body),
    remove: ({ actor, call, body }) => removeBinding(k, call, actor, body),
  })
}
