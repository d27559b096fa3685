-- What an author does, with Neovim's own client: open, see the mistake, mend it by a code action, hover, go to the definition,
-- rename, format, leave. Ends with 1 and the reason if the server does not answer as it should.

local folder = os.getenv("FOLDER")
local file = folder .. "/small/units.ron"

local function fail(message)
    io.stderr:write("neovim: " .. message .. "\n")
    vim.cmd("cquit 1")
end

local function wait(what, ready)
    if not vim.wait(20000, ready, 20) then
        fail("waited in vain for " .. what)
    end
end

local function drive()
    vim.cmd("edit " .. file)
    local buffer = vim.api.nvim_get_current_buf()
    local id = vim.lsp.start_client({ name = "chartroom", cmd = { os.getenv("CHARTROOM"), "lsp" }, root_dir = folder,
        workspace_folders = { { uri = vim.uri_from_fname(folder), name = "small" } } })
    if not id then
        fail("the server does not start")
    end
    vim.lsp.buf_attach_client(buffer, id)
    local client = vim.lsp.get_client_by_id(id)
    local function ask(method, params)
        local answer = client.request_sync(method, params, 20000, buffer)
        if not answer or answer.err then
            fail(method .. ": " .. vim.inspect(answer))
        end
        return answer.result
    end
    local function at(line, column)
        return { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = line, character = column } }
    end
    local function lines()
        return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
    end

    wait("the misspelt field", function()
        for _, finding in ipairs(vim.diagnostic.get(buffer)) do
            if finding.code == "M110" and finding.lnum == 3 then
                return true
            end
        end
        return false
    end)

    local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, context = { diagnostics = {} },
        range = { start = { line = 3, character = 22 }, ["end"] = { line = 3, character = 22 } } }
    local actions = ask("textDocument/codeAction", params)
    if #actions == 0 then
        fail("no fix is offered")
    end
    vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
    if not lines():find('title: "Infantry"', 1, true) then
        fail("the fix does not mend: " .. lines())
    end
    wait("the mistake to go", function()
        for _, finding in ipairs(vim.diagnostic.get(buffer)) do
            if finding.code == "M110" then
                return false
            end
        end
        return true
    end)

    local hover = ask("textDocument/hover", at(4, 64))
    if not hover or not hover.contents.value:find("Infantry", 1, true) then
        fail("hover tells nothing of the unit: " .. vim.inspect(hover))
    end
    local found = ask("textDocument/definition", at(4, 64))
    if not found[1] or found[1].range.start.line ~= 3 then
        fail("the definition is elsewhere: " .. vim.inspect(found))
    end
    local rename = at(4, 64)
    rename.newName = "militia"
    vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", rename), client.offset_encoding)
    local _, count = lines():gsub('"militia"', "")
    if count ~= 2 then
        fail("the rename reaches " .. count .. " places: " .. lines())
    end
    local items = ask("textDocument/completion", at(4, 64)).items
    local labels = vim.tbl_map(function(item) return item.label end, items)
    if not vim.tbl_contains(labels, "militia") then
        fail("completion does not know the new name: " .. vim.inspect(labels))
    end
    if #ask("textDocument/documentSymbol", { textDocument = { uri = vim.uri_from_bufnr(buffer) } }) ~= 2 then
        fail("the outline has not two entries")
    end
    vim.lsp.stop_client(id)
    wait("the server to leave", function() return client.is_stopped() end)
    print("neovim: all went well")
end

local done, message = pcall(drive)
if not done then
    fail(message)
end
vim.cmd("qall!")
