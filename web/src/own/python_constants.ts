/** The constants of a Python file: names in capitals at the left edge, with what they are made of. */
import { pythonLanguage } from '@codemirror/lang-python'
import { plainComment, single, singles, type Constant, type TextPart } from './literals'

type SyntaxNode = ReturnType<typeof pythonLanguage.parser.parse>['topNode']

const CAPITALS = /^_?[A-Z][A-Z0-9_]*$/
const LISTS = ['TupleExpression', 'ArrayExpression', 'SetExpression']
const LITERALS = ['Number', 'String', 'Boolean']
const MAKES_PARTS = /^[A-Z]\w*[a-z]|array$/ // what is called with the parts of a thing: a class, or NumPy's array
const MINUS = /^-\d/
const UNTOUCHED = ['slug'] // the page opens the game by it

/** In the order of the file; those without anything to change are left out. */
export function pythonConstants(text: string): Constant[] {
  const found: Constant[] = []
  for (let node = pythonLanguage.parser.parse(text).topNode.firstChild; node; node = node.nextSibling) {
    if (node.name !== 'AssignStatement') continue
    const read = assigned(text, node)
    if (read && singles(read.part).length > 0) found.push(read)
  }
  return found
}

function assigned(text: string, node: SyntaxNode): Constant | null {
  const children = childrenOf(node)
  const sign = children.findIndex(({ name }) => name === 'AssignOp')
  const names = children.slice(0, sign).filter(({ name }) => name === 'VariableName')
  const values = children.slice(sign + 1).filter(isItem)
  const spelt = names.map(({ from, to }) => text.slice(from, to))
  if (sign < 0 || spelt.length === 0 || !spelt.every((name) => CAPITALS.test(name))) return null
  const whole = { name: spelt.join(', '), said: saidOf(text, node), from: node.from }
  if (values.length === 1) return spelt.length > 1 ? null : { ...whole, part: partOf(text, values[0]!) }
  const parts = values.map((value) => partOf(text, value))
  const named = spelt.length === parts.length ? spelt : parts.map(() => '')
  return { ...whole, part: { kind: 'group', parts, names: named, said: parts.map(() => '') } }
}

function partOf(text: string, node: SyntaxNode): TextPart {
  const own = text.slice(node.from, node.to)
  if (LITERALS.includes(node.name)) return single(own, node.from)
  if (node.name === 'UnaryExpression' && MINUS.test(own)) return single(own, node.from)
  if (LISTS.includes(node.name)) return group(text, node)
  if (node.name === 'DictionaryExpression') return group(text, node, ':')
  if (node.name === 'ParenthesizedExpression') return partOf(text, node.firstChild!.nextSibling!)
  const callee = node.name === 'CallExpression' ? node.firstChild! : null
  if (callee && MAKES_PARTS.test(text.slice(callee.from, callee.to))) return group(text, node.lastChild!, '=')
  return { kind: 'fixed', text: own }
}

/** What stands between brackets. `sign`: between a name and its value; "": there are none. */
function group(text: string, node: SyntaxNode, sign = ''): TextPart {
  const [parts, names, said]: [TextPart[], string[], string[]] = [[], [], []]
  let item: SyntaxNode[] = [] // up to the next comma
  let last = 0 // where the last item ended
  const end = () => {
    const at = item.findIndex(({ from, to }) => text.slice(from, to) === sign)
    const name = at > 0 ? nameOf(text, item[at - 1]!) : ''
    const value = item.slice(at + 1)
    if (value.length > 0 && !UNTOUCHED.includes(name)) {
      parts.push(value.length === 1 ? partOf(text, value[0]!) : { kind: 'fixed', text: textOf(text, value) })
      names.push(name)
      said.push('')
    }
    item = []
  }
  for (const child of childrenOf(node)) {
    if (child.name === 'Comment') {
      const beside = !text.slice(last, child.from).includes('\n')
      if (beside && said.length > 0 && item.length === 0) said[said.length - 1] = commentOf(text, child)
    } else if (child.name === ',') end()
    else if (!'([{}])'.includes(child.name)) item.push(child)
    if (child.name !== 'Comment') last = child.to
  }
  end()
  return { kind: 'group', parts, names, said }
}

const textOf = (text: string, nodes: SyntaxNode[]) => text.slice(nodes[0]!.from, nodes.at(-1)!.to)
const commentOf = (text: string, { from, to }: SyntaxNode) => plainComment(text.slice(from, to))
const isItem = ({ name }: SyntaxNode) => name !== ',' && name !== 'Comment'

function nameOf(text: string, node: SyntaxNode): string {
  const part = node.name === 'String' ? partOf(text, node) : null
  return part?.kind === 'words' ? part.value : text.slice(node.from, node.to)
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child)
  return found
}

/** The comment about a statement: beside its first or its last line, or in the lines above it. */
function saidOf(text: string, node: SyntaxNode): string {
  const next = node.nextSibling
  const beside = (at: number, comment: SyntaxNode) => !text.slice(at, comment.from).includes('\n')
  if (next?.name === 'Comment' && beside(node.to, next)) return commentOf(text, next)
  const first = node.lastChild?.firstChild?.nextSibling
  if (first?.name === 'Comment' && beside(node.from, first)) return commentOf(text, first)
  const lines: string[] = []
  let below = node.from
  for (let above = node.prevSibling; above?.name === 'Comment'; above = above.prevSibling) {
    const alone = /(^|\n)[ \t]*$/.test(text.slice(0, above.from))
    if (!alone || text.slice(above.to, below).trim() || text.slice(above.to, below).split('\n').length > 2) break
    if (/^# [^\w"'([]/.test(text.slice(above.from, above.to))) break // a heading between lines
    lines.unshift(commentOf(text, above))
    below = above.from
  }
  return lines.join(' ')
}
