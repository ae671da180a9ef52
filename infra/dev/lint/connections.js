/** The modules that open connections by themselves. */
const MODULES = /^(?:node:)?(?:https?|http2|net|tls|dgram|undici)(?:\/.*)?$/;
const MESSAGE = 'Outgoing HTTP goes through the guarded client (shared/platform/http/guarded).';

/** Reports every way in which a module can load one that opens connections: static and dynamic imports, re-exports, require. */
const onlyGuarded = {
  create(context) {
    const check = source => {
      if (source?.type === 'Literal' && MODULES.test(source.value))
        context.report({ node: source, message: MESSAGE });
    };
    const checkSource = node => check(node.source);
    return {
      ImportDeclaration: checkSource,
      ImportExpression: checkSource,
      ExportNamedDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      TSExternalModuleReference: node => check(node.expression),
      CallExpression: node => {
        const { callee } = node;
        const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name;
        if (name === 'require' || name === 'getBuiltinModule') check(node.arguments[0]);
      },
    };
  },
};

/** Rules of this project that no published set has. */
export default { meta: { name: 'broadsheet' }, rules: { 'only-guarded-connections': onlyGuarded } };
