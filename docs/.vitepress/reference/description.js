// The calls of the merchants' interface, as its description has them.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const docs = fileURLToPath(new URL('../..', import.meta.url))
export const file = fileURLToPath(new URL('../../../server/src/main/resources/stockroom/http/openapi.yaml', import.meta.url))
export const description = parse(readFileSync(file, 'utf8'))

/// What a reference leads to, with what stands beside it; the parts of an `allOf` as one schema.
export function resolved(schema) {
  const { $ref, allOf = [], ...own } = schema
  const target = $ref?.slice(2).split('/').reduce((at, name) => at[name], description)
  return [...($ref ? [target] : []), ...allOf].map(resolved).reduceRight((merged, part) => ({
    ...part,
    ...merged,
    ...((part.properties || merged.properties) && { properties: merge(part.properties, merged.properties) }),
    ...(Array.isArray(part.required ?? merged.required) && { required: [...new Set([...(part.required ?? []), ...(merged.required ?? [])])] })
  }), own)
}

function merge(properties = {}, over = {}) {
  const names = new Set([...Object.keys(properties), ...Object.keys(over)])
  return Object.fromEntries([...names].map(name => [name, { ...properties[name], ...over[name] }]))
}

/// `listProducts` is at reference/list-products.
const slug = id => id.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const signed = operation => (operation.security ?? description.security).length > 0

export const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, operation]) => operation.operationId && signed(operation))
    .map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      slug: slug(operation.operationId),
      ...operation,
      parameters: (operation.parameters ?? []).map(resolved),
      responses: Object.entries(operation.responses).map(([status, response]) => ({ status, ...resolved(response) }))
    }))
)

const isJson = type => type === 'application/json'

/// JSON where a call takes it and has something to say: it looks the same in every language, arrays included.
export function request({ requestBody }) {
  const content = requestBody ? resolved(requestBody).content : { 'application/x-www-form-urlencoded': {} }
  const bodies = Object.entries(content).map(([type, { schema = {}, example, examples }]) => ({
    type, value: example ?? Object.values(examples ?? {})[0]?.value ?? exampleOf(resolved(schema))
  }))
  const { type, value } = bodies.find(({ type, value }) => isJson(type) && Object.keys(value).length) ?? bodies[0]
  return { types: Object.keys(content), type, value, json: isJson(type) }
}

/// For a body without an example: those of its required fields.
function exampleOf({ required = [], properties = {} }) {
  return Object.fromEntries(required.map(name => [name, resolved(properties[name]).example]))
}

/// The bodies of a status, each a schema, the one of success first; a choice between several is several.
export function bodies({ content = {} }) {
  return choices(content['application/json']?.schema ?? {})
}

function choices(schema) {
  const of = resolved(schema)
  const parts = of.then ? [of.then, of.else] : of.oneOf ?? of.anyOf
  return parts ? parts.flatMap(choices) : [of]
}

export const successBody = call => bodies(call.responses.find(({ status }) => status === '200'))[0]

/// The codes that a status may have.
export function codes(response) {
  const code = bodies(response).map(({ properties }) => resolved(properties?.code ?? {}))
  return [...new Set(code.flatMap(schema => (schema.const ? [schema.const] : schema.enum ?? [])))]
}

export const examples = ({ content = {} }) =>
  Object.entries(content['application/json']?.examples ?? {}).map(([name, { summary, value }]) => ({ name, summary, value }))
