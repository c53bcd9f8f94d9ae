// Turns a schema into rows of a table: each field with its type, bounds, whether it is required, an example and its
// meaning.
import { resolved } from './description.js'

/// `words` holds the labels of a language; `text` returns the meaning of a field in it.
export function rows(schema, example, { words, text }) {
  const found = []

  function walk(schema, depth, example) {
    const { properties = {}, required = [] } = schema
    const choice = (schema.oneOf ?? schema.anyOf ?? []).filter(it => it.required && !it.properties).map(it => it.required[0])
    for (const [name, property] of Object.entries(properties)) {
      const field = resolved(property)
      const value = example?.[name]
      const others = choice.includes(name) ? choice.filter(it => it !== name) : []
      found.push({
        name,
        depth,
        type: type(field, words),
        required: required.includes(name) ? words.required : others.length ? words.or(others) : words.optional,
        bounds: bounds(field, words),
        example: exampleOf(field, value),
        text: text(field, name)
      })
      inside(field, depth + 1, value)
    }
  }

  function inside(field, depth, example) {
    if ([field.type].flat().includes('array')) {
      inside(resolved(field.items ?? {}), depth, example?.[0])
    } else if (field.properties) {
      walk(field, depth, example)
    }
  }

  inside(firstOf(schema), 0, example)
  return found
}

/// Takes the first of several ways to write a body.
export const firstOf = schema => (schema.properties || schema.type ? schema : resolved(schema.oneOf?.[0] ?? schema.anyOf?.[0] ?? {}))

const variants = ({ oneOf, anyOf }) => (oneOf ?? anyOf ?? []).map(resolved).filter(it => it.type || it.const !== undefined)

function types(schema) {
  const of = variants(schema)
  return of.length ? of.flatMap(types) : [schema.type ?? typeof (schema.const ?? schema.enum?.[0] ?? '')].flat().map(name => ({ name, schema }))
}

/// Names only the first of two types: numbers may be written as texts and texts as numbers everywhere.
function type(schema, words) {
  const names = []
  for (const { name, schema: of } of types(schema)) {
    const called = name === 'array' ? words.arrayOf(type(resolved(of.items ?? {}), words)) : words.types[name]
    const same = [words.types.string, words.types.integer, words.types.boolean]
    if (!names.includes(called) && !(same.includes(called) && names.some(it => same.includes(it)))) {
      names.push(called)
    }
  }
  return names.join(words.orElse)
}

const grouped = number => number.toLocaleString('en-US')

function bounds(schema, words) {
  const said = []
  const all = [schema, ...variants(schema)]
  const first = (...names) => all.find(it => names.some(name => it[name] !== undefined)) ?? {}
  const { minimum, maximum } = first('minimum', 'maximum')
  range(minimum, maximum, words.numbers)
  const { minItems, maxItems } = first('minItems', 'maxItems')
  range(minItems, maxItems, words.elements)
  const { minLength, maxLength } = first('minLength', 'maxLength')
  range(minLength, maxLength, words.characters)

  function range(least, most, unit) {
    if (most !== undefined) {
      said.push(least === undefined ? unit(words.upTo(grouped(most))) : unit(words.fromTo(grouped(least), grouped(most))))
    } else if (least !== undefined) {
      said.push(unit(words.from(grouped(least))))
    }
  }

  const { enum: values } = first('enum')
  if (values) {
    said.push([...new Set(values.map(String))].map(code).join(', '))
  } else if (schema.const !== undefined) {
    said.push(code(JSON.stringify(schema.const)))
  }
  if (schema.format === 'date-time') {
    said.push(words.time)
  }
  if (schema.default !== undefined) {
    said.push(words.byDefault(code(String(schema.default))))
  }
  return said.join(words.comma)
}

const code = text => `\`${text.replaceAll('|', '\\|')}\``

function exampleOf(schema, inBody) {
  const value = [inBody, schema.example, schema.examples?.[0], schema.enum?.[0]].find(it => it !== undefined)
  // the bounds already state it
  const said = [schema.default, schema.const].includes(value)
  return said || (typeof value === 'object' && value !== null) ? '' : code(JSON.stringify(value))
}
