// Not run here: needs SQL Server and the package Microsoft.Data.SqlClient. Its tables, with colours that differ as they
// do in Stockroom:
//
//     CREATE TABLE stock (pid int, color nvarchar(64) COLLATE Latin1_General_BIN2, size int, stock int NOT NULL,
//         seen int, PRIMARY KEY (pid, color, size));
//     CREATE TABLE progress (next_cursor nvarchar(200) NOT NULL);
using System.Collections.Generic;
using System.Data;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Data.SqlClient;
using Stockroom;

public sealed class SqlShop : IShop
{
    private const string Row = " WHERE pid = @pid AND color = @color AND size = @size";
    private const string Add = "IF NOT EXISTS (SELECT 1 FROM stock WITH (UPDLOCK, HOLDLOCK)" + Row + ") " +
        "INSERT INTO stock (pid, color, size, stock) VALUES (@pid, @color, @size, @added);";
    private const string See = Add + "UPDATE stock SET seen = @seen" + Row;
    private const string Adopt = Add +
        "UPDATE stock SET stock += COALESCE(@seen, 0) - COALESCE(seen, 0), seen = @seen" + Row;

    private readonly string connectionString;

    public SqlShop(string connectionString) => this.connectionString = connectionString;

    public async Task<string?> GetCursorAsync(CancellationToken cancellationToken)
    {
        using var connection = await OpenAsync(cancellationToken);
        using var query = new SqlCommand("SELECT next_cursor FROM progress", connection);
        return (string?)await query.ExecuteScalarAsync(cancellationToken);
    }

    public async Task<IReadOnlyList<ShopRow>> GetDifferentRowsAsync(CancellationToken cancellationToken)
    {
        using var connection = await OpenAsync(cancellationToken);
        using var query = new SqlCommand(
            "SELECT pid, color, size, stock, seen FROM stock WHERE stock <> COALESCE(seen, 0)", connection);
        using var reader = await query.ExecuteReaderAsync(cancellationToken);
        var rows = new List<ShopRow>();
        while (await reader.ReadAsync(cancellationToken))
            rows.Add(new ShopRow
            {
                ProductId = reader.GetInt32(0), Color = reader.GetString(1), Size = reader.GetInt32(2),
                Stock = reader.GetInt32(3), Seen = reader.IsDBNull(4) ? (int?)null : reader.GetInt32(4)
            });
        return rows;
    }

    public async Task SaveAsync(StockSnapshot snapshot, CancellationToken cancellationToken)
    {
        using var connection = await OpenAsync(cancellationToken);
        using var transaction = connection.BeginTransaction();
        await RunAsync("UPDATE stock SET seen = NULL");
        foreach (var product in snapshot.Stock)
            foreach (var item in product.Stock)
                await RunAsync(See, ("pid", product.ProductId), ("color", item.Color), ("size", item.Size),
                    ("added", item.Stock), ("seen", item.Stock));
        await RunAsync("DELETE FROM progress");
        await RunAsync("INSERT INTO progress VALUES (@cursor)", ("cursor", snapshot.Cursor));
        transaction.Commit();

        Task RunAsync(string sql, params (string, object?)[] values) =>
            ExecuteAsync(transaction, sql, cancellationToken, values);
    }

    public async Task SaveAsync(
        IReadOnlyList<ShopChange> changes, string cursor, CancellationToken cancellationToken)
    {
        using var connection = await OpenAsync(cancellationToken);
        using var transaction = connection.BeginTransaction();
        foreach (var it in changes)
            await ExecuteAsync(transaction, it.IsOwn ? See : Adopt, cancellationToken, ("pid", it.Change.ProductId),
                ("color", it.Change.Color), ("size", it.Change.Size), ("added", 0), ("seen", it.Change.Stock));
        await ExecuteAsync(
            transaction, "UPDATE progress SET next_cursor = @cursor", cancellationToken, ("cursor", cursor));
        transaction.Commit();
    }

    private async Task<SqlConnection> OpenAsync(CancellationToken cancellationToken)
    {
        var connection = new SqlConnection(connectionString);
        await connection.OpenAsync(cancellationToken);
        return connection;
    }

    private static async Task ExecuteAsync(
        SqlTransaction transaction, string sql, CancellationToken cancellationToken,
        params (string Name, object? Value)[] values)
    {
        using var command = new SqlCommand(sql, transaction.Connection, transaction);
        foreach (var (name, value) in values)
            command.Parameters.Add(new SqlParameter(name, value is string ? SqlDbType.NVarChar : SqlDbType.Int)
            {
                Value = value ?? System.DBNull.Value
            });
        await command.ExecuteNonQueryAsync(cancellationToken);
    }
}
