import {
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
  type BinaryOperationNode,
  type QueryCompiler,
} from 'kysely'

/**
 * SQL has no `in ()`. For an empty list this compiler writes false for `in` and true for `not in`, so that callers need not check for it.
 */
class EmptyListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand: list } = node
    const empty = (PrimitiveValueListNode.is(list) || ValueListNode.is(list)) && list.values.length === 0
    if (empty && OperatorNode.is(operator) && operator.operator === 'in') this.append('false')
    else if (empty && OperatorNode.is(operator) && operator.operator === 'not in') this.append('true')
    else super.visitBinaryOperation(node)
  }
}

export class Dialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new EmptyListCompiler()
  }
}
